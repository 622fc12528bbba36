"""The benchmark: workloads (what is imported into what), programs (who imports), rounds, a table."""

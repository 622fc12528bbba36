"""Sockets that accept, and the threads that serve what they accepted."""

import queue
import socket
import threading

from .connection import Connection


class Workers:
    """Threads that wait for work, as many as there is work at a time. Each keeps its connection to the database."""

    def __init__(self):
        self.work = queue.SimpleQueue()
        self.idle = 0
        self.lock = threading.Lock()  # guards idle

    def run(self, task):
        with self.lock:
            if self.idle > 0:
                self.idle -= 1
                self.work.put(task)
                return
        threading.Thread(target=self.loop, args=(task,), daemon=True).start()

    def loop(self, task):
        while True:
            task()
            with self.lock:
                self.idle += 1
            task = self.work.get()


def listen(application, workers, host="127.0.0.1", port=0, context=None):
    """Accepts connections for as long as the process lives; returns the port."""
    listening = socket.create_server((host, port), backlog=1024)

    def accept():
        while True:
            sock, peer = listening.accept()
            workers.run(Connection(sock, peer, application, context).serve)

    threading.Thread(target=accept, daemon=True).start()
    return listening.getsockname()[1]

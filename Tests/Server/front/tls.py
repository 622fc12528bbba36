"""HTTPS with certificates of an authority that is made at each start."""

import ssl
from datetime import datetime, timedelta, timezone
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .listener import listen as accept

LONG_AGO = datetime(2000, 1, 1, tzinfo=timezone.utc)


def listen(application, workers, folder):
    """Opens a port with a good certificate, and one for each way in which a certificate is bad."""
    authority, stranger = Authority("Rowsmith Test Authority"), Authority("Somebody Else")
    ca = folder / "ca.pem"
    ca.write_bytes(authority.pem)
    now = datetime.now(timezone.utc)
    valid = (now - timedelta(days=1), now + timedelta(days=30))
    here = ["localhost", "127.0.0.1"]
    certificates = {
        "tls_port": authority.certificate(here, valid),
        "tls_expired_port": authority.certificate(here, (LONG_AGO, LONG_AGO + timedelta(days=30))),
        "tls_wrong_host_port": authority.certificate(["elsewhere.example"], valid),
        "tls_untrusted_port": stranger.certificate(here, valid),
    }
    ports = {}
    for name, pem in certificates.items():
        file = folder / f"{name}.pem"
        file.write_bytes(pem)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        context.set_alpn_protocols(["http/1.1"])
        ports[name] = accept(application, workers, context=context)
    return {**ports, "tls_url": f"https://localhost:{ports['tls_port']}", "ca": str(ca)}


class Authority:
    """Signs certificates; clients that are to trust them are given its own."""

    def __init__(self, name):
        now = datetime.now(timezone.utc)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        usage = x509.KeyUsage(
            digital_signature=True, key_cert_sign=True, crl_sign=True, content_commitment=False,
            key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
            decipher_only=False,
        )  # fmt: skip
        builder = self.builder(self.name, self.key, (now - timedelta(days=1), now + timedelta(days=30)))
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.own = builder.add_extension(usage, critical=True).sign(self.key, hashes.SHA256())
        self.pem = self.own.public_bytes(serialization.Encoding.PEM)

    def builder(self, name, key, valid):
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(valid[0])
            .not_valid_after(valid[1])
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
        )

    def certificate(self, hosts, valid):
        """Key and certificate for a server at one of the hosts, in PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
        signed = (
            self.builder(name, key, valid)
            .add_extension(x509.SubjectAlternativeName([general_name(host) for host in hosts]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return private + signed.public_bytes(serialization.Encoding.PEM)


def general_name(host):
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)

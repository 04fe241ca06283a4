"""A SAML identity provider on pysaml2 and xmlsec1. Reads one JSON command per line, and answers each with a line of JSON."""
import functools
import json
import sys
from urllib.parse import parse_qs, urlsplit

import saml2.entity
import saml2.sigver
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NameID
from saml2.server import Server
from saml2.sigver import verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

folder, origin = sys.argv[1:3]
# This version can encrypt with Triple DES only, unless it is told otherwise.
gcm = "http://www.w3.org/2009/xmlenc11#aes256-gcm"
saml2.entity.pre_encryption_part = functools.partial(saml2.sigver.pre_encryption_part, msg_enc=gcm)
encrypt = saml2.sigver.CryptoBackendXmlSec1.encrypt_assertion


def encrypt_with_aes(self, statement, key, template, _key_type=None, *others, **options):
    return encrypt(self, statement, key, template, "aes-256", *others, **options)


saml2.sigver.CryptoBackendXmlSec1.encrypt_assertion = encrypt_with_aes

settings = {
    "entityid": f"{origin}/metadata",
    "service": {
        "idp": {
            "endpoints": {
                "single_sign_on_service": [(f"{origin}/sso", BINDING_HTTP_REDIRECT)],
                "single_logout_service": [(f"{origin}/slo", BINDING_HTTP_REDIRECT)],
            },
            "policy": {"default": {"lifetime": {"minutes": 5}}},
        }
    },
    "key_file": f"{folder}/idp.key",
    "cert_file": f"{folder}/idp.crt",
    "xmlsec_binary": "/usr/bin/xmlsec1",
}


def server():
    return Server(config=IdPConfig().load({**settings, "metadata": {"local": [f"{folder}/sp.xml"]}}))


def query_of(url):
    """The parameters of a signed request, whose signature is checked."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    idp = server()
    key = next(iter(idp.metadata.certs(idp.metadata.service_providers()[0], "any", "signing")))
    certificate = key[1] if isinstance(key, tuple) else key
    if not verify_redirect_signature(query, idp.sec.sec_backend, certificate):
        raise ValueError("The signature of the request is wrong.")
    return idp, query


def metadata():
    return str(entity_descriptor(IdPConfig().load(settings)))


def respond(url, email, groups, sign_response, sign_assertion, encrypt):
    idp, query = query_of(url)
    request = idp.parse_authn_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT)
    arguments = idp.response_args(request.message)
    arguments.pop("name_id_policy", None)
    form = idp.create_authn_response(
        identity={"mail": [email], "displayName": ["Carol of pysaml2"], "eduPersonAffiliation": groups},
        name_id=NameID(format=NAMEID_FORMAT_EMAILADDRESS, text=email),
        userid=email,
        authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": origin},
        sign_response=sign_response,
        sign_assertion=sign_assertion,
        encrypt_assertion=encrypt,
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **arguments,
    )
    return {"action": arguments["destination"], "xml": str(form)}


def log_out(email):
    idp = server()
    service = idp.metadata.service_providers()[0]
    location = idp.metadata.single_logout_service(service, BINDING_HTTP_REDIRECT, "spsso")[0]["location"]
    name = NameID(format=NAMEID_FORMAT_EMAILADDRESS, text=email)
    _, request = idp.create_logout_request(location, service, name_id=name, sign=False)
    sent = idp.apply_binding(BINDING_HTTP_REDIRECT, str(request), location, "", sign=True, sigalg=SIG_RSA_SHA256)
    return dict(sent["headers"])["Location"]


def receive_logout(url):
    idp, query = query_of(url)
    return idp.parse_logout_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT).message.name_id.text


commands = {"metadata": metadata, "respond": respond, "log_out": log_out, "receive_logout": receive_logout}
for line in sys.stdin:
    command, arguments = json.loads(line)
    try:
        print(json.dumps({"result": commands[command](**arguments)}), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)

"""Lets Schemathesis read answers of Open311 in XML as what they are in JSON, so that the same schemas are of both."""

from xml.etree import ElementTree

import schemathesis

ITEMS = {
    "services": "service",
    "attributes": "attribute",
    "values": "value",
    "service_requests": "request",
    "service_request_updates": "request_update",
    "notes": "note",
    "endpoints": "endpoint",
    "formats": "format",
    "errors": "error",
}
BOOLEANS = {"metadata", "variable", "required"}
NUMBERS = {"lat": float, "long": float, "order": int, "supports": int}


def plain(element, parent=""):
    children = list(element)
    if element.tag in ITEMS:
        wrong = [child.tag for child in children if child.tag != ITEMS[element.tag]]
        if wrong or (element.text or "").strip():
            raise ValueError(f"{element.tag} has {wrong or element.text}")
        return [plain(child, element.tag) for child in children]
    if children:
        return {child.tag: plain(child, element.tag) for child in children}
    if not element.text:
        return None
    if element.tag in BOOLEANS:
        return {"true": True, "false": False}[element.text]
    if element.tag == "code" and parent == "error":
        return int(element.text)
    return NUMBERS.get(element.tag, str)(element.text)


@schemathesis.deserializer("application/xml")
def read_xml(_context, response):
    return plain(ElementTree.fromstring(response.content))

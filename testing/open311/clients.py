"""Asks a portal by two clients that others wrote: clients.py <base> <jurisdiction> <key>. Prints as JSON what they were answered."""

import json
import sys

from civicbot.http import HttpTransport, RateLimiter
from civicbot.open311 import Open311Client
from civicbot.registry import Endpoint
from georeport import GeoReport

base, jurisdiction, key = sys.argv[1:]
bot = Open311Client(
    Endpoint("portal", "Portal", base, write=True),
    HttpTransport(rate_limiter=RateLimiter(0)),
    jurisdiction,
)
brought = bot.create_request(
    "street-lights",
    dry_run=False,
    confirm="SEND",
    api_key=key,
    validate_remote=True,
    lat=34.2,
    lng=72.04,
    description="Dark ]]> <b> since Friday \u06f5",
    attributes={"papers": ["ID", "Photos"]},
    first_name="Amina",
).response
reference = brought[0]["service_request_id"]
answers = {
    "reference": reference,
    "bot": {
        "request": bot.get_request(reference),
        "token": bot.get_token(reference),
        "page": bot.list_requests(page_size=1, status="open"),
        "both": bot.list_requests(service_request_ids=[reference, "TMA-00000000"]),
    },
}
for form in ("json", "xml"):
    client = GeoReport(base, jurisdiction, output_format=form)
    answers[form] = {
        "services": client.get_service_list(),
        "definition": client.get_service_definition("street-lights"),
        "request": client.get_service_request(reference),
        "requests": client.get_service_requests(service_code="street-lights", status="open"),
    }
print(json.dumps(answers))

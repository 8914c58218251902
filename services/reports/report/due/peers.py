"""Answers by other programs what peers.service.test.ts compares: workclock's due days, pakdatakit's observed holidays.

Reads {"calendars": [{"zone", "holidays": [day], "cases": [[milliseconds since 1970, working days]]}], "years": [first, last]}.
Writes {"due": [[day]], "observed": {name: [day]}}.
"""

import json
import sys
from datetime import date, datetime, time, timezone
from zoneinfo import ZoneInfo

from pakdatakit import get_pakistan_holidays
from workclock import Holidays, Schedule, WorkDay

asked = json.load(sys.stdin)


def answers(calendar):
    zone = ZoneInfo(calendar["zone"])
    # One hour a day, at noon: an hour of it is a working day, in days of 23 and 25 hours, too.
    office = Schedule(
        [WorkDay(time(12), time(13)), Holidays([date.fromisoformat(day) for day in calendar["holidays"]])], time_zone=zone
    )
    due = []
    for milliseconds, days in calendar["cases"]:
        came_in = datetime.fromtimestamp(milliseconds / 1000, timezone.utc).astimezone(zone)
        closing = datetime.combine(came_in.date(), time(20), zone)
        end = office.add(closing, hours=days)
        due.append(end.date().isoformat())
    return due


observed = {}
for year in range(asked["years"][0], asked["years"][1] + 1):
    for holiday in get_pakistan_holidays(year):
        if holiday.type == "religious" and not holiday.estimated:
            observed.setdefault(holiday.id, []).append(holiday.date)
json.dump({"due": [answers(calendar) for calendar in asked["calendars"]], "observed": observed}, sys.stdout)

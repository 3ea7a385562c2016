"""English time words, class by class, at Tuesday 2026-03-10 09:00 in Shanghai."""

import pytest

from tests.unit.time.table import check, rows

DAYS = """
I signed the lease yesterday | 2026-03-09
We closed the books today | 2026-03-10
Tomorrow the tariff kicks in | 2026-03-11
She left the day before yesterday | 2026-03-08
We leave the day after tomorrow | 2026-03-12
"""
WEEKDAYS = """
I had my interview last Monday | 2026-03-09
The fridge broke last Tuesday | 2026-03-03
The kickoff is next Tuesday | 2026-03-17
Submissions open next Friday | 2026-03-13
The parcel arrives this Saturday | 2026-03-14
It comes this coming Saturday | 2026-03-14
We met this past Sunday | 2026-03-08
She resigned on Wednesday | 2026-03-04
I will send the draft on Monday | 2026-03-16
We played football on Saturday | 2026-03-07
I'm flying to Oslo on Thursday | 2026-03-12
The outage was the Tuesday before last | 2026-02-24
The Friday after next is a holiday | 2026-03-20
Onboarding starts a week from Friday | 2026-03-20
It starts two weeks from Monday | 2026-03-30
This weekend we repaint the office | 2026-03-14..2026-03-15
Last weekend we repainted the office | 2026-03-07..2026-03-08
We go hiking next weekend | 2026-03-14..2026-03-15
We hiked the weekend before last | 2026-02-28..2026-03-01
We'll hike at the weekend | 2026-03-14..2026-03-15
Monday next week works for me | 2026-03-16
The demo is Friday of next week | 2026-03-20
Let's meet Thursday evening | <2026-03-12T17..2026-03-12T23
The call is on Fri | 2026-03-13
"""
WEEKS_AND_MONTHS = """
Last week the heating failed | 2026-03-02..2026-03-08
Next week we rewrite billing | 2026-03-16..2026-03-22
We did it the week before last | 2026-02-23..2026-03-01
We do it the week after next | 2026-03-23..2026-03-29
This week is busy | 2026-03-09..2026-03-15
Sales doubled last month | 2026-02
We move next month | 2026-04
The month after next is quiet | 2026-05
This month is quiet | 2026-03
The previous month was quiet | 2026-02
Last quarter was slow | 2025-10..2025-12
Next quarter we rewrite billing | 2026-04..2026-06
Q4 2024 broke every record | 2024-10..2024-12
2024 Q4 broke every record | 2024-10..2024-12
We hire in Q3 | 2026-07..2026-09
The third quarter of 2024 was slow | 2024-07..2024-09
I got my licence last October | 2025-10
We launch in September | 2026-09
I moved here in February | 2026-02
I moved here in November | 2025-11
We met in June 2023 | 2023-06
It opens next June | 2026-06
The offer came in May | 2025-05
We start in May | 2026-05
"""
YEARS_AND_SEASONS = """
Last year we hired four people | 2025
The year before last we had interns | 2024
Next year I retire | 2027
I graduated in 2019 | 2019
The second half of 2025 went well | 2025-07..2025-12
H1 2025 went well | 2025-01..2025-06
The first half of next year is full | 2027-01..2027-06
Last winter the pipes froze | 2025-12..2026-02
Last summer we sailed | 2025-06..2025-08
Next summer we sail | 2026-06..2026-08
This summer we sail | 2026-06..2026-08
We married in the spring of 2021 | 2021-03..2021-05
We married in spring 2021 | 2021-03..2021-05
We sail in the fall | 2026-09..2026-11
The summer of 2023 was hot | 2023-06..2023-08
She grew up in the 1990s | 1990..1999
"""
COUNTED = """
The lease ends in ten days | 2026-03-20
The embargo lifts two days from now | 2026-03-12
I quit five days ago | 2026-03-05
I switched banks three weeks ago | ~2026-02-17 7
We meet in two weeks | ~2026-03-24 7
A year ago I broke my wrist | ~2025-03-10 366
My visa expires in one month | ~2026-04-10 31
We moved here six months ago | ~2025-09-10 31
I'll be back in half a year | ~2026-09-10 62
A month and a half ago we moved | ~2026-01-26 31
A year and a half ago we moved | ~2024-09-10 366
A couple of weeks ago we hired an SRE | ~2026-02-24 14
A couple of days ago we hired an SRE | <2026-02-28..2026-03-09
A few days ago the tests went flaky | <2026-02-28..2026-03-09
I saw him the other day | <2026-02-28..2026-03-09
The job crashed three hours ago | 2026-03-10T06:00
I will call you in forty minutes | 2026-03-10T09:40
I'll be there in half an hour | 2026-03-10T09:30
She called an hour ago | 2026-03-10T08:00
She called an hour and a half ago | 2026-03-10T07:30
In the last 7 days we saw two crashes | ~2026-03-04 8
Over the past three weeks we saw two crashes | ~2026-02-20 22
It rains for the next three days | ~2026-03-11 4
Finish it within two days | 2026-03-10T09:00>2026-03-12
It ships in three business days | 2026-03-13
It ships in five working days | 2026-03-17
About three weeks ago we met | ~2026-02-17 7
Around ten days ago we met | ~2026-02-28 3
He came two or three days ago | 2026-03-07..2026-03-08
A fortnight ago we met | ~2026-02-24 14
We met two years ago in March | 2024-03
A week ago today we met | 2026-03-03
"""
PARTS = """
We ship at the end of the year | ~2026-12-31 31
We ship at the end of the month | ~2026-03-31 10
We ship at the end of next month | ~2026-04-30 10
In late April the vendor changes | 2026-04-21..2026-04-30
In early May we move | 2026-05-01..2026-05-10
We met in mid-January | 2026-01-11..2026-01-20
It began in early 2025 | ~2025-01-01 124
It ended in late 2025 | ~2025-12-31 124
It rained at the beginning of March | ~2026-03-01 11
We move in the middle of June | ~2026-06-15 12
We met early last year | ~2025-01-01 124
We meet late next week | ~2026-03-22 5
Earlier this week I slept badly | <2026-03-09..2026-03-10
Later this month I travel | <2026-03-10..2026-03-31
The first Monday of April is a holiday | 2026-04-06
The last Friday of this month is free | 2026-03-27
It closed on the last day of February | 2026-02-28
This time last year I was in Oslo | ~2025-03-10 31
"""
CLOCK = """
Let us meet at half past two | 2026-03-10T14:30
Call me today at noon | 2026-03-10T12
The release goes out at midnight tonight | 2026-03-11T00
The coach leaves tomorrow at 6:30 am | 2026-03-11T06:30
We met at 3 pm yesterday | 2026-03-09T15
The call is at 15:30 | 2026-03-10T15:30
The call is at 3:45pm | 2026-03-10T15:45
It starts at quarter past nine | 2026-03-10T09:15
It starts at a quarter to six | 2026-03-10T17:45
It starts at ten to eight tonight | 2026-03-10T19:50
Wake me at 7 o'clock tomorrow | 2026-03-11T07
The show starts tonight at 9 | 2026-03-10T21
I felt dizzy this morning | ~2026-03-10T09:00 0.5
We talked last night | ~2026-03-09T22:00 0.7
I called her yesterday morning | <2026-03-09T05..2026-03-09T12
We meet tomorrow afternoon | <2026-03-11T12..2026-03-11T18
We meet on Friday at 10 | 2026-03-13T10
We meet around 4 pm | 2026-03-10T16:00
The server died at 2026-03-09T22:45:00Z | 2026-03-10T06:45
The server died at 2026-03-09 22:45 | 2026-03-09T22:45
"""
DATES = """
The warehouse burned on March 5th | 2026-03-05
The hearing is on February 3 | 2027-02-03
The invoice is dated 2026-02-28 | 2026-02-28
The invoice is dated 2026/02/28 | 2026-02-28
We met on 5 March 2024 | 2024-03-05
We met on the 5th of March, 2024 | 2024-03-05
We met on March 5, 2024 | 2024-03-05
We met on Mar 5, 2024 | 2024-03-05
We met on 3/25/2024 | 2024-03-25
We met on 25.03.2024 | 2024-03-25
My appointment is on 3/25 | 2026-03-25
Payroll runs on the 20th | 2026-03-20
Payroll ran on the 5th | 2026-03-05
Payroll ran on the 25th | 2026-02-25
It was Friday, March 6 | 2026-03-06
The party is on Saturday, 14 March | 2026-03-14
We met on the 3rd of last month | 2026-02-03
The exam is on June twelfth | 2026-06-12
"""
RANGES = """
The lift was broken from Monday to Wednesday | 2026-03-02..2026-03-04
The expo runs from April 28 to May 3, 2027 | 2027-04-28..2027-05-03
We are closed between 24 and 27 December | 2026-12-24..2026-12-27
The road is closed tomorrow from 2 to 4 pm | ~2026-03-11T14..2026-03-11T15 0.13
We are open 9 am to 5 pm tomorrow | ~2026-03-11T09..2026-03-11T16 0.34
The course runs June 3-7 | 2026-06-03..2026-06-07
The course runs from June to August | 2026-06..2026-08
I lived there from 2019 to 2022 | 2019..2022
I lived there from March 2023 to May 2024 | 2023-03..2024-05
I'll be away Thursday through Saturday | 2026-03-12..2026-03-14
I'll be away from next Monday to next Friday | 2026-03-16..2026-03-20
The strike lasted from 3 to 6 March | 2026-03-03..2026-03-06
"""
OPEN = """
Please reply before Friday | 2026-03-10T09:00>2026-03-12
The draft is due by the end of the month | 2026-03-10T09:00>2026-03-31
The draft is due by tomorrow | 2026-03-10T09:00>2026-03-11
I work remotely until Thursday | 2026-03-10T09:00>2026-03-12
I work remotely till next Tuesday | 2026-03-10T09:00>2026-03-17
I have been vegan since 2024 | ~2024 900
I have been vegan since last March | ~2025-03 400
We have lived here since January | ~2026-01 80
I was sick until Friday | >2026-03-06
From Monday on we use Slack | 2026-03-16
Starting next Monday we use Slack | 2026-03-16
As of April we use Slack | 2026-04
We worked on it throughout February | 2026-02
"""
FESTIVALS = """
We are flying home this Thanksgiving | 2026-11-26
We hid eggs on Easter Monday last year | 2025-04-21
I returned the coat three days after Christmas | 2025-12-28
We will leave two weeks before Christmas | ~2026-12-11 7
The day after Easter is free | 2026-04-06
We met on Christmas Eve | 2025-12-24
We met last Christmas | 2025-12-25
The shop is closed on New Year's Day | 2027-01-01
We dress up on Halloween | 2026-10-31
She called on Good Friday 2025 | 2025-04-18
We celebrate Chinese New Year 2027 | 2027-02-06
The week before Christmas was quiet | ~2025-12-20 7
"""
NOTHING = """
Last time we talked about pricing | -
I read about it some time ago | -
He seemed tired that day | -
She stayed with us for three days | -
The token is valid for 30 days | -
It is a six-month contract | -
He finished it in three days | -
Three days later he left | -
We meet every Monday | -
We meet every other week at 10 am | -
The team syncs on Mondays | -
The day before the launch was calm | -
Two weeks after the surgery he walked | -
February 30th never comes | -
At the end of the day it is your call | -
The middle of the road is slippery | -
"""
CLASSES = {
    "days": DAYS,
    "weekdays": WEEKDAYS,
    "weeks": WEEKS_AND_MONTHS,
    "years": YEARS_AND_SEASONS,
    "counted": COUNTED,
    "parts": PARTS,
    "clock": CLOCK,
    "dates": DATES,
    "ranges": RANGES,
    "open": OPEN,
    "festivals": FESTIVALS,
    "nothing": NOTHING,
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [pytest.param(*row, id=f"{name}:{row[0]}") for name, table in CLASSES.items() for row in rows(table)],
)
def test_english_expression_means_its_interval(text: str, meant: str) -> None:
    check(text, meant)

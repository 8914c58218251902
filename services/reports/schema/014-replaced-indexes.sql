-- Others have taken their place. A lock that all need, for a moment: by itself.
drop index reports_by_supports, reports_points;

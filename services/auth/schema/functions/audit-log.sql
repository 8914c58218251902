-- Nobody changes or deletes an entry of the audit log: the service's user may not, and who may everything is refused all the same.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are only added';
end
$$;
create or replace trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on audit_log from current_user;

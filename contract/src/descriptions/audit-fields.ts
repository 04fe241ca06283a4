/** Parameters and fields of the audit log. */
export const auditFieldDescriptions: Readonly<Record<string, string>> = {
  'getAuditLog.before':
    'Only entries before the one with this ID. In entries, the values before the change; null if there were none.',
  'getAuditLog.limit': 'Maximum number of entries, up to 200.',
  kinds: 'Kinds of events, such as `user.role_changed`.',
  actor_id:
    'ID of the user who acted; null for the server, its command line and requests without an account.',
  target_type: 'Type of the object that was changed, such as `user` or `channel`; null for the organization.',
  target_id: 'ID of the object that was changed; null if it has none.',
  target_name: 'Name of the object at the time; empty for users, who are named by ID.',
  'getAuditLog.since': 'Only entries from this time on, in seconds since the Unix epoch.',
  'getAuditLog.until': 'Only entries before this time, in seconds since the Unix epoch.',
  'getAuditLog.text':
    'Text that the values, names or addresses of an entry contain, in any case; also a part of the name of a user.',
  'getAuditLog.entries': 'The entries, newest first.',
  next: 'Value of `before` for the next page; null if there are no older entries.',
  'getAuditLog.id': 'Number of the entry, from 1 without gaps.',
  'getAuditLog.time': 'Time of the event, in seconds since the Unix epoch.',
  'getAuditLog.kind': 'Kind of the event.',
  credential:
    'How the actor proved who they are: `session`, `api_key`, `scim_token`, `command_line`, `system` for background jobs, or `none`, such as for a login.',
  credential_id: 'The session, the beginning of the hash of the API key, the command or the job.',
  'getAuditLog.address': 'IP address of the client; empty for the server itself.',
  'getAuditLog.after': 'The values after the change; null if there are none.',
  'getAuditWebhook.webhook': 'The webhook; null if there is none.',
  'getAuditWebhook.url': 'Address that gets the entries.',
  'getAuditWebhook.problem': 'The last failure; null if the last request succeeded.',
  'setAuditWebhook.url': 'Address that gets the entries, with http or https.',
  'setAuditWebhook.secret': 'Key of the signatures. It is not shown again.',
  'getAuditLog.code': 'Authentication code of the entry and of all entries before it.',
}

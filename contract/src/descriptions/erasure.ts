/** Erasing a person. */
export const erasureDescriptions: Readonly<Record<string, string>> = {
  'eraseUser.full_name': 'The full name of the person, which confirms that it is the right one.',
  delete_messages:
    'Whether the messages and files of the person are deleted. Otherwise they stay, with the pseudonym as their author.',
  erasure: 'The erasure; null if the person was not erased.',
  'getErasure.requested_at': 'Time of the request, in seconds since the Unix epoch.',
  'getErasure.finished_at':
    'Time at which everything was erased, in seconds since the Unix epoch; null until then.',
  step: 'The part that is being erased: `delete`, `rewrite`, `rows`, `files`, `emails`, `events` or `audit`.',
  'getErasure.progress': 'How far the step is, from 0 to 1.',
}

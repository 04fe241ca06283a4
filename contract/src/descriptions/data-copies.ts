/** Copies of a person's own data. */
export const dataCopyDescriptions: Readonly<Record<string, string>> = {
  data_copy: 'The latest copy; null if there is none.',
  'getDataCopy.state':
    'Whether the copy is being made (`pending`), can be downloaded (`ready`) or could not be made (`failed`).',
  'getDataCopy.requested_at': 'Time of the request, in seconds since the Unix epoch.',
  'getDataCopy.expires_at': 'Time at which the copy is deleted, in seconds since the Unix epoch.',
  'getDataCopy.bytes': 'Size of the archive; null until it is ready.',
  'getDataCopy.url': 'URL of the archive, which needs your login; null until it is ready.',
}

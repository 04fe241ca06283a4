/** Second factors. */
export const secondFactorDescriptions: Readonly<Record<string, string>> = {
  totp: 'The authenticator app, or null if there is none.',
  'getFactors.created_at': 'Time at which it was added, in seconds since the Unix epoch.',
  recovery_codes_left: 'Number of recovery codes that have not been used.',
  recovery_codes: 'New recovery codes. Each works once.',
  remembered_browsers: 'Browsers that do not ask for a code, until they expire.',
  browser_id: 'ID of the remembered browser.',
  'getFactors.is_current': 'Whether the request was made from this browser.',
  'getFactors.expires_at':
    'Time at which the browser asks for a code again, in seconds since the Unix epoch.',
  'startTotp.secret': 'The secret in Base32, to type into an app.',
  'startTotp.url': 'The `otpauth:` URL for authenticator apps.',
  qr_svg: 'The URL as a QR code: an SVG document.',
  code: 'A code of the authenticator app, or a recovery code.',
  'confirmTotp.code': 'A code of the new authenticator app.',
  'proveIdentity.password': 'Your password.',
}

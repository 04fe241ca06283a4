const name = 'loquat_first_login'

/** Whether the user has just logged in for the first time. The server says so once, by a cookie. */
export function takeFirstLogin(userId: number): boolean {
  const isFirst = document.cookie.split('; ').includes(`${name}=${userId}`)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  if (isFirst) document.cookie = `${name}=; Path=/; SameSite=Lax; Max-Age=0`
  return isFirst
}

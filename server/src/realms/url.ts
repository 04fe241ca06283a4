/** The public URL of the organization at a subdomain. */
export function urlOf(publicUrl: string, subdomain: string): string {
  if (subdomain === '') return publicUrl
  const url = new URL(publicUrl)
  url.hostname = `${subdomain}.${url.hostname}`
  return url.href.replace(/\/+$/, '')
}

const maxNameLength = 30

/** A short name of the client: the parameter `client`, else the beginning of the User-Agent. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  if (parameter !== undefined) return cut(parameter)
  if (userAgent === undefined) return 'Unspecified'
  // `Name/1.2 (x)` is Name; `My App 1.2` is My App.
  const match = /^([^ /]*)((?: [^0-9/(]*)?)/.exec(userAgent)
  return cut(`${match?.[1] ?? ''}${match?.[2] ?? ''}`.trimEnd())
}

const cut = (name: string) => [...name].slice(0, maxNameLength).join('')

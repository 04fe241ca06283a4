const longest = 30

/** Who is calling, as a word or two: the parameter `client`, else what the User-Agent starts with. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  if (parameter !== undefined) return cut(parameter)
  if (userAgent === undefined) return 'Unspecified'
  // `Name/1.2 (x)` is Name; `My App 1.2` is My App.
  const match = /^([^ /]*)((?: [^0-9/(]*)?)/.exec(userAgent)
  return cut(`${match?.[1] ?? ''}${match?.[2] ?? ''}`.trimEnd())
}

const cut = (name: string) => [...name].slice(0, longest).join('')

const two = (value: number) => String(value).padStart(2, '0')

/** Names pasted images by the current time. */
export function nameFor(file: File, now: Date): File {
  const isUnnamed = file.name === '' || /^image\.\w+$/i.test(file.name)
  if (!isUnnamed) return file
  const ending = file.name.split('.').at(-1) || file.type.split('/').at(-1) || 'bin'
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const name = `image-${date}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`
  return new File([file], name, { type: file.type })
}

/** Brackets in the name would break the link. */
export const uploadLink = (name: string, url: string): string => `[${name.replace(/[[\]]/g, '')}](${url})`

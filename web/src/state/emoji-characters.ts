/** `1f44d` is one character, `1f468-200d-1f4bb` is several that are drawn as one. */
export function characters(code: string): string {
  const points = code.split('-').map((part) => {
    const point = Number.parseInt(part, 16)
    return point > 0 && point <= 0x10ffff ? point : 0xfffd
  })
  const [first = 0] = points
  // Older signs such as the heart are drawn as letters unless asked to be pictures.
  const asPicture = points.length === 1 && first < 0x1f000 ? [0xfe0f] : []
  return String.fromCodePoint(...points, ...asPicture)
}

/** The system draws them; the name stays for those who hear it. */
export function drawEmoji(nodes: ParentNode): void {
  for (const span of nodes.querySelectorAll('span.emoji')) {
    const code = [...span.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length)
    if (code !== undefined) span.textContent = characters(code)
  }
}

/** `1f44d` is one character, `1f468-200d-1f4bb` is several that are drawn as one. */
export function characters(code: string): string {
  const points = code.split('-').map((part) => {
    const point = Number.parseInt(part, 16)
    return String.fromCodePoint(point > 0 && point <= 0x10ffff ? point : 0xfffd)
  })
  return points.map((point, at) => (isLetter(point, points[at + 1]) ? `${point}\ufe0f` : point)).join('')
}

/** Older signs such as the heart are drawn as letters unless the next character says otherwise. */
const isLetter = (point: string, next = '') =>
  /^(?!\p{Emoji_Presentation})\p{Emoji}$/u.test(point) && !/^\p{Emoji_Modifier}$/u.test(next)

// The same sequences that the server draws: flags, keycaps, and characters joined to one picture. A lone character must be a
// picture by itself, which a digit is not.
const part = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\u{fe0f}\u{20e3}?)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`
const sequence = new RegExp(String.raw`(\p{Regional_Indicator}{2}|${part}(?:\u{200d}${part})*)`, 'u')
const isPicture = (typed: string) => !/^(?!\p{Emoji_Presentation})\p{Emoji}$/u.test(typed)

/** A text cut at its emoji: those at odd places. */
export function splitAtEmoji(text: string): string[] {
  const pieces: string[] = ['']
  for (const [at, piece] of text.split(sequence).entries()) {
    if (at % 2 === 1 && isPicture(piece)) pieces.push(piece, '')
    else pieces[pieces.length - 1] += piece
  }
  return pieces
}

const hasCharacter = /\p{Emoji_Presentation}|\u{fe0f}/u

/** Draws emoji with the font for them. The name stays for those who hear it. */
export function drawEmoji(nodes: ParentNode & Node): void {
  for (const span of nodes.querySelectorAll('span.emoji')) {
    const code = [...span.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length)
    if (code !== undefined) span.textContent = characters(code)
  }
  // The server leaves characters for which the protocol has no code as they are: those with a skin tone.
  if (hasCharacter.test(nodes.textContent ?? '')) drawCharacters(nodes)
}

function drawCharacters(nodes: Node): void {
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!hasCharacter.test(text.data) || text.parentElement?.closest('.emoji, code, pre, .katex')) continue
    text.replaceWith(...splitAtEmoji(text.data).map((piece, at) => (at % 2 === 1 ? drawn(piece) : piece)))
  }
}

function drawn(emoji: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'emoji'
  span.textContent = emoji
  return span
}

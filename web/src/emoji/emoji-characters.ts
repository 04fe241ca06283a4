/** The characters of a code: `1f44d` is one, `1f468-200d-1f4bb` a joined sequence. */
export function characters(code: string): string {
  const points = code.split('-').map((part) => {
    const point = Number.parseInt(part, 16)
    return String.fromCodePoint(point > 0 && point <= 0x10ffff ? point : 0xfffd)
  })
  return points.map((point, at) => (isLetter(point, points[at + 1]) ? `${point}\ufe0f` : point)).join('')
}

/** Older symbols such as the heart are displayed as text unless a variation selector follows. */
const isLetter = (point: string, next = '') =>
  /^(?!\p{Emoji_Presentation})\p{Emoji}$/u.test(point) && !/^\p{Emoji_Modifier}$/u.test(next)

// The same sequences as on the server: flags, keycaps and joined characters. A lone character must have emoji
// presentation, which a digit has not.
const part = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\u{fe0f}\u{20e3}?)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`
const sequence = new RegExp(String.raw`(\p{Regional_Indicator}{2}|${part}(?:\u{200d}${part})*)`, 'u')
const isPicture = (typed: string) => !/^(?!\p{Emoji_Presentation})\p{Emoji}$/u.test(typed)

/** Splits a text at its emoji, which are at odd indexes. */
export function splitAtEmoji(text: string): string[] {
  const pieces: string[] = ['']
  for (const [at, piece] of text.split(sequence).entries()) {
    if (at % 2 === 1 && isPicture(piece)) pieces.push(piece, '')
    else pieces[pieces.length - 1] += piece
  }
  return pieces
}

const hasCharacter = /\p{Emoji_Presentation}|\u{fe0f}/u

/** Replaces emoji by their characters in the emoji font. The accessible name stays. */
export function drawEmoji(nodes: ParentNode & Node): void {
  for (const span of nodes.querySelectorAll('span.emoji')) {
    const code = [...span.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length)
    if (code !== undefined) span.textContent = characters(code)
  }
  // The server leaves characters without a code as they are, such as those with a skin tone.
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

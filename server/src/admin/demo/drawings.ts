/** SVG pictures without text: not every machine has fonts to render it. */

export const svg = (width: number, height: number, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

const path = (d: string, more: string) => `<path d="${d}" ${more}/>`

/** A wren: round, with its tail up. */
export const wren = (x: number, y: number, size: number, body: string, wing: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${[
    path('M18 62 Q4 30 22 12 Q26 34 36 46 Z', `fill="${wing}"`),
    path('M20 60 Q22 34 52 34 Q62 20 76 28 Q84 34 82 44 Q80 82 48 84 Q26 84 20 60 Z', `fill="${body}"`),
    path('M82 36 L98 34 L83 44 Z', `fill="${wing}"`),
    path('M34 54 Q52 46 62 58 Q52 74 36 68 Z', `fill="${wing}"`),
    path('M46 84 L44 96 M56 83 L57 96', `stroke="${wing}" stroke-width="4" stroke-linecap="round"`),
    disc(73, 36, 3.4, '#1f1a14'),
  ].join('')}</g>`

/** A dibber: a handle and a point, to make holes for bulbs. */
export const dibber = (x: number, y: number, size: number, wood: string, metal: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${[
    path('M28 10 Q50 2 72 10 Q76 22 58 24 L58 56 L42 56 L42 24 Q24 22 28 10 Z', `fill="${wood}"`),
    path('M42 56 L58 56 L54 84 L50 98 L46 84 Z', `fill="${metal}"`),
  ].join('')}</g>`

/** A leaf with its rib. */
export const leaf = (x: number, y: number, size: number, green: string, rib: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${[
    path('M50 96 Q6 70 20 30 Q40 6 84 8 Q92 60 50 96 Z', `fill="${green}"`),
    path('M48 94 Q46 54 76 20', `fill="none" stroke="${rib}" stroke-width="5" stroke-linecap="round"`),
  ].join('')}</g>`

/** A logo on paper, large and then in decreasing sizes. */
export const sheet = (paper: string, mark: (x: number, y: number, size: number) => string) =>
  svg(
    960,
    560,
    rect(0, 0, 960, 560, paper),
    mark(120, 110, 340),
    mark(560, 120, 170),
    mark(770, 150, 96),
    mark(570, 360, 48),
    mark(650, 370, 32),
    mark(712, 378, 16),
  )

/** Two logos side by side, on a light and a dark background. */
export const comparison = (
  one: (x: number, y: number, size: number) => string,
  two: (x: number, y: number, size: number) => string,
) =>
  svg(
    1200,
    600,
    rect(0, 0, 600, 600, '#fbf8f1'),
    rect(600, 0, 600, 600, '#26221c'),
    one(150, 140, 300),
    two(750, 140, 300),
  )

/** The workbench in the late afternoon, like a phone photo. */
export function bench(): string {
  const planks = Array.from({ length: 7 }, (_, n) =>
    rect(0, 560 + n * 52, 1600, 50, n % 2 === 0 ? '#8a5a34' : '#7c4f2d', 'opacity="0.9"'),
  )
  const handles = Array.from(
    { length: 9 },
    (_, n) =>
      `<g transform="rotate(${-8 + n * 2.1} ${220 + n * 140} 700)">${rect(200 + n * 140, 470, 34, 250, 'url(#ash)', 'rx="16"')}${rect(206 + n * 140, 700, 22, 60, '#6f7678', 'rx="4"')}</g>`,
  )
  return svg(
    1600,
    1000,
    `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f3dcae"/><stop offset="0.5" stop-color="#c99a63"/><stop offset="1" stop-color="#5b4630"/></linearGradient>`,
    `<linearGradient id="ash" x1="0" x2="1"><stop offset="0" stop-color="#b98a55"/><stop offset="0.4" stop-color="#ecd3a4"/><stop offset="1" stop-color="#93683a"/></linearGradient>`,
    `<radialGradient id="sun" cx="0.18" cy="0.16" r="0.7"><stop offset="0" stop-color="#fff6d8" stop-opacity="0.95"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>`,
    `<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><filter id="grain"><feTurbulence baseFrequency="0.8" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 0.2  0 0 0 0 0.14  0 0 0 0 0.08  0 0 0 0.22 0"/></filter></defs>`,
    rect(0, 0, 1600, 1000, 'url(#wall)'),
    `<g filter="url(#soft)">${rect(980, 90, 420, 300, '#fdf3cf', 'opacity="0.8"')}${rect(1180, 90, 18, 300, '#7a6040')}${rect(980, 230, 420, 16, '#7a6040')}${disc(300, 430, 90, '#4f6b3c')}${disc(390, 460, 70, '#5f7f47')}</g>`,
    ...planks,
    ...handles,
    rect(0, 0, 1600, 1000, 'url(#sun)'),
    rect(0, 0, 1600, 1000, '#000', 'filter="url(#grain)" opacity="0.35"'),
  )
}

/** A line chart with a grid, without a legend. */
export function chart(lines: { color: string; values: number[] }[], mark?: number): string {
  const grid = Array.from({ length: 6 }, (_, n) => rect(80, 60 + n * 84, 1060, 1.5, '#e2dccf'))
  const ticks = Array.from({ length: 11 }, (_, n) => rect(79 + n * 106, 480, 2, 12, '#a79f8f'))
  const curves = lines.map(({ color, values }) => {
    const points = values.map((value, n) => `${80 + (n * 1060) / (values.length - 1)},${480 - value * 4.2}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="5" stroke-linejoin="round"/>`
  })
  const here = mark === undefined ? '' : rect(80 + mark * 1060, 60, 3, 420, '#c2452d', 'opacity="0.6"')
  return svg(1200, 540, rect(0, 0, 1200, 540, '#fffdf8'), ...grid, ...ticks, here, ...curves)
}

/** A user avatar: a face of a few shapes on a colored background. */
export const portrait = (
  ground: string,
  skin: string,
  hair: string,
  shirt: string,
  style: 'short' | 'long',
) =>
  svg(
    500,
    500,
    rect(0, 0, 500, 500, ground),
    style === 'long' ? path('M120 420 Q90 120 250 110 Q410 120 380 420 Z', `fill="${hair}"`) : '',
    path('M70 500 Q90 360 250 360 Q410 360 430 500 Z', `fill="${shirt}"`),
    rect(212, 300, 76, 90, skin, 'rx="30"'),
    `<ellipse cx="250" cy="240" rx="88" ry="104" fill="${skin}"/>`,
    path('M158 230 Q160 118 250 122 Q344 118 342 230 Q318 168 250 176 Q186 168 158 230 Z', `fill="${hair}"`),
    path('M222 288 Q250 308 278 288', 'fill="none" stroke="#5b2f22" stroke-width="7" stroke-linecap="round"'),
    disc(218, 240, 9, '#2a211b'),
    disc(282, 240, 9, '#2a211b'),
  )

/** A bot avatar. */
export const machine = (ground: string, front: string, light: string) =>
  svg(
    500,
    500,
    rect(0, 0, 500, 500, ground),
    rect(110, 150, 280, 230, front, 'rx="40"'),
    rect(242, 90, 16, 70, front),
    disc(250, 84, 22, light),
    disc(190, 250, 30, light),
    disc(310, 250, 30, light),
    rect(180, 316, 140, 18, light, 'rx="9"'),
  )

export const stamp = (fill: string, ...marks: string[]) => svg(128, 128, disc(64, 64, 60, fill), ...marks)

import { drawn } from './images.ts'

interface Drawing {
  svg: string
  width: number
  height: number
}

const square = (ground: string, figure: string): Drawing => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${ground}"/>${figure}</svg>`,
  width: 100,
  height: 100,
})
const person =
  '<g fill="#fff"><circle cx="50" cy="38" r="17"/><path d="M18 92c0-22 14-34 32-34s32 12 32 34z"/></g>'
const robot = (sign: string) =>
  `<g fill="#fff"><rect x="22" y="34" width="56" height="42" rx="10"/><path d="M48 22h4v12h-4z"/><circle cx="50" cy="20" r="5"/></g>${sign}`
const eyes = (color: string) =>
  `<g fill="${color}"><circle cx="38" cy="52" r="6"/><circle cx="62" cy="52" r="6"/></g>`
/** Two loquats and a leaf. */
const fruit =
  '<g><path d="M50 34c2-14 14-22 30-20-2 14-14 22-30 20z" fill="#3f7d3a"/><circle cx="38" cy="58" r="21" fill="#f4a531"/><circle cx="64" cy="64" r="18" fill="#e98a15"/></g>'
const logo = (ink: string): Drawing => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${fruit}<g fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round"><path d="M108 42h70M108 60h52M108 78h62"/></g></svg>`,
  width: 200,
  height: 100,
})

/** Default pictures. */
const drawings = {
  'notification-bot': square(
    '#3f7d3a',
    robot(`${eyes('#3f7d3a')}<path d="M40 66h20v4H40z" fill="#3f7d3a"/>`),
  ),
  'welcome-bot': square(
    '#e98a15',
    robot(`${eyes('#e98a15')}<path d="M37 62q13 12 26 0" fill="none" stroke="#e98a15" stroke-width="4"/>`),
  ),
  'email-gateway': square(
    '#2f6690',
    '<rect x="20" y="30" width="60" height="42" rx="4" fill="#fff"/><path d="M22 34l28 22 28-22" fill="none" stroke="#2f6690" stroke-width="5"/>',
  ),
  'unknown-user': square('#9aa0a6', person),
  organization: square('#fdf3e0', fruit),
  logo: logo('#4a3a20'),
  'logo-night': logo('#f3e7d3'),
  chat: square('none', fruit),
} as const satisfies Record<string, Drawing>
export type StockPicture = keyof typeof drawings

export const isStockPicture = (name: string): name is StockPicture => Object.hasOwn(drawings, name)

export const stockUrl = (name: StockPicture, size: 'small' | 'medium' = 'small') =>
  `/static/pictures/${name}${size === 'medium' ? '-medium' : ''}.png`

const done = new Map<string, Promise<Buffer>>()

/** PNG, which every client supports; drawn on first use. */
export function stockPicture(name: StockPicture, size: 'small' | 'medium'): Promise<Buffer> {
  const key = `${name} ${size}`
  const { svg, width, height } = drawings[name]
  const scale = size === 'medium' ? 5 : 1
  const picture = done.get(key) ?? drawn(svg, width * scale, height * scale)
  done.set(key, picture)
  picture.catch(() => done.delete(key))
  return picture
}

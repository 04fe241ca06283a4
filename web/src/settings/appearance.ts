import { org, useSession } from '../session/session.ts'
import { startAccentSync } from './accent.ts'

/** Exposes layout settings to style sheets as attributes and variables of the page. */
export function startAppearanceSync(): void {
  apply()
  startAccentSync()
  let settings = org().user_settings
  useSession.subscribe(({ org }) => {
    if (org.user_settings === settings) return
    settings = org.user_settings
    apply()
  })
}

function apply(): void {
  const { user_settings: settings } = org()
  const { dataset, style } = document.documentElement
  const scheme = settings?.color_scheme ?? 1
  dataset.theme = scheme === 2 ? 'dark' : scheme === 3 ? 'light' : 'auto'
  dataset.contrast = settings?.high_contrast_mode ? 'more' : 'normal'
  dataset.emoji = settings?.emojiset === 'text' ? 'system' : 'bundled'
  dataset.width = settings?.fluid_layout_width ? 'full' : 'column'
  const size = settings?.web_font_size_px ?? 16
  style.setProperty('--lq-text-size', `${size}px`)
  style.setProperty('--lq-line-height', String((settings?.web_line_height_percent ?? 140) / 100))
  const spacing = settings?.web_spacing ?? 'regular'
  dataset.spacing = spacing
  const avatar = spacing === 'dense' ? 28 : size <= 14 ? 28 : size >= 18 ? 40 : 36
  style.setProperty('--lq-avatar', `${spacing === 'roomy' ? Math.max(avatar, 40) : avatar}px`)
  const row = size <= 14 ? 2 : size >= 18 ? 6 : 4
  style.setProperty('--lq-row', `${spacing === 'dense' ? 1 : spacing === 'roomy' ? row + 4 : row}px`)
}

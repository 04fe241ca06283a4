import { org, useSession } from '../session/session.ts'

/** Exposes layout settings to style sheets as attributes and variables of the page. */
export function startAppearanceSync(): void {
  apply()
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
  style.setProperty('--lq-avatar', size <= 14 ? '28px' : size >= 18 ? '40px' : '36px')
  style.setProperty('--lq-row', size <= 14 ? '2px' : size >= 18 ? '6px' : '4px')
}

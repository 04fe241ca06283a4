import { hasKnownScheme } from '../../../../markdown/inline/urls.ts'
import { type Inline, plain, type Style } from '../../text/document.ts'
import { literal } from '../../text/literal.ts'
import { linkTo, type SlackNames, unescaped } from './context.ts'

/** Text between `<` and `>`: a mention, a channel, a command or a link. */
export function angleToken(token: string, names: SlackNames, style?: Style): Inline {
  const bar = token.indexOf('|')
  const target = bar < 0 ? token : token.slice(0, bar)
  const label = bar < 0 ? '' : unescaped(token.slice(bar + 1))
  switch (target[0]) {
    case '@':
      return userMention(target.slice(1), label, style)
    case '#':
      return channelLink(target.slice(1), label, style)
    case '!':
      return command(target.slice(1), label, style)
    default:
      return link(unescaped(target), label, names, style) ?? plain(`<${unescaped(token)}>`, style)
  }
}

export function userMention(user: string, label: string, style?: Style): Inline {
  const shown = label === '' ? user : label.replace(/^@/, '')
  return { kind: 'reference', to: { kind: 'mention', user, fallback: literal(`@${shown}`) }, style }
}

export function channelLink(channel: string, label: string, style?: Style): Inline {
  const shown = label === '' ? channel : label.replace(/^#/, '')
  return { kind: 'reference', to: { kind: 'channel', channel, fallback: literal(`#${shown}`) }, style }
}

export function command(name: string, label: string, style?: Style): Inline {
  if (/^(?:here|channel|everyone)$/.test(name)) return { kind: 'wildcard', name: 'all', style }
  const [kind, id = ''] = name.split('^')
  if (kind === 'subteam') return plain(label === '' ? `@${id}` : `@${label.replace(/^@/, '')}`, style)
  const seconds = Number(id)
  if (kind === 'date' && id !== '' && Math.abs(seconds) < 8.64e12) return { kind: 'time', seconds, style }
  return plain(label === '' ? `@${name}` : label, style)
}

function link(url: string, label: string, names: SlackNames, style?: Style): Inline | undefined {
  if (!/^[a-z][a-z0-9+.-]*:./i.test(url)) return undefined
  const [scheme = '', address = ''] = [url.slice(0, url.indexOf(':')), url.slice(url.indexOf(':') + 1)]
  if (scheme === 'mailto' && (label === '' || label === address)) return plain(address, style)
  if (scheme === 'tel') return plain(label === '' ? address : label, style)
  if (!hasKnownScheme(url)) return plain(label === '' ? url : label, style)
  return linkTo(url, label === '' ? undefined : label, names, style)
}

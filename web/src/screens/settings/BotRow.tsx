import type { BotObject } from '@loquat/contract'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { deactivateBot, regenerateBotKey } from '../../settings/own-bots.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { BotFeeds } from './BotFeeds.tsx'
import { AskPassword, Secret } from './Secret.tsx'
import { TokenList } from './TokensGroup.tsx'
import { incomingWebhook, WebhookUrl } from './WebhookUrl.tsx'

type BotDialog = 'key' | 'url' | 'replace' | 'deactivate'

export function BotRow({ bot, owner }: { bot: BotObject; owner?: string }) {
  const text = useText()
  const [asking, setAsking] = useState<BotDialog>()
  const [isShown, setShown] = useState(false)
  const [hasUrl, setHasUrl] = useState(false)
  const [hasFeeds, setHasFeeds] = useState(false)
  const [hasTokens, setHasTokens] = useState(false)
  const close = () => setAsking(undefined)
  const name = bot.full_name
  return (
    <li className={lists.row}>
      <Avatar userId={bot.user_id} size={36} />
      <span className={lists.main}>
        <a href={addressOf({ kind: 'person', userId: bot.user_id })} dir="auto">
          {name}
        </a>
        <div className={lists.soft}>
          {text(`settings.bots.type.${bot.bot_type}`)} · <bdi>{bot.email}</bdi>
          {owner !== undefined && ` · ${owner}`}
        </div>
        {isShown && <Secret email={bot.email} apiKey={bot.api_key} />}
        {hasUrl && <WebhookUrl botId={bot.user_id} apiKey={bot.api_key} />}
        {hasTokens && <TokenList userId={bot.user_id} canAdd={bot.bot_type !== incomingWebhook} />}
        {hasFeeds && <BotFeeds botId={bot.user_id} />}
      </span>
      <Menu
        label={name}
        trigger={<IconButton label={text('common.more')} icon={<MoreHorizontal size={18} />} />}
      >
        {bot.bot_type === incomingWebhook && (
          <MenuItem onSelect={() => (hasUrl ? setHasUrl(false) : setAsking('url'))}>
            {text(hasUrl ? 'settings.webhook.hide' : 'settings.webhook.show')}
          </MenuItem>
        )}
        {bot.bot_type === incomingWebhook && (
          <MenuItem onSelect={() => setHasFeeds(!hasFeeds)}>
            {text(hasFeeds ? 'settings.feeds.hide' : 'settings.feeds.show')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setHasTokens(!hasTokens)}>
          {text(hasTokens ? 'settings.tokens.hide' : 'settings.tokens.show')}
        </MenuItem>
        <MenuItem onSelect={() => (isShown ? setShown(false) : setAsking('key'))}>
          {text(isShown ? 'settings.hideKey' : 'settings.showKey')}
        </MenuItem>
        <MenuItem onSelect={() => setAsking('replace')}>{text('settings.replaceKey')}</MenuItem>
        <MenuItem danger onSelect={() => setAsking('deactivate')}>
          {text('settings.bots.deactivate')}
        </MenuItem>
      </Menu>
      {asking === 'key' && <AskPassword onKnown={() => setShown(true)} onClose={close} />}
      {asking === 'url' && <AskPassword onKnown={() => setHasUrl(true)} onClose={close} />}
      {asking === 'replace' && (
        <Confirm
          title={text('settings.replaceKey')}
          body={text('settings.replaceKey.body')}
          action={text('settings.replaceKey')}
          onConfirm={async () => {
            if (showProblemToast((await regenerateBotKey(bot.user_id)).problem)) showToast('common.saved')
          }}
          onClose={close}
        />
      )}
      {asking === 'deactivate' && (
        <Confirm
          title={text('settings.bots.deactivateTitle', { name })}
          body={text('settings.bots.deactivateBody')}
          action={text('settings.bots.deactivate')}
          onConfirm={async () => showProblemToast(await deactivateBot(bot.user_id))}
          onClose={close}
        />
      )}
    </li>
  )
}

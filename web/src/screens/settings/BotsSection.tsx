import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { memoized } from '../../lib/memoized.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { BotRow } from './BotRow.tsx'
import { type CreatedBot, NewBot } from './NewBot.tsx'
import { OwnKey } from './OwnKey.tsx'
import { TokensGroup } from './TokensGroup.tsx'
import { incomingWebhook, WebhookUrl } from './WebhookUrl.tsx'

const ownBots = memoized(
  (org) => [org.realm_bots, org.user_id],
  ({ realm_bots: bots = [], user_id: me }) => bots.filter((bot) => bot.owner_id === me && bot.is_active),
)

/** The reader's bots, tokens and API key. */
export function BotsSection() {
  const text = useText()
  const bots = useOrg(ownBots)
  const mayCreate = useIsAllowed({ kind: 'create-bot', type: incomingWebhook })
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedBot>()
  return (
    <>
      <SettingGroup title={text('settings.bots.own')} note={text('settings.bots.effect')}>
        <ul className={lists.list}>
          {bots.map((bot) => (
            <BotRow key={bot.user_id} bot={bot} />
          ))}
        </ul>
        {bots.length === 0 && <p className={lists.nothing}>{text('settings.bots.none')}</p>}
        {created?.type === incomingWebhook && (
          <NewWebhook bot={created} onDone={() => setCreated(undefined)} />
        )}
        {isAdding ? (
          <NewBot
            onCreated={(bot) => {
              setCreated(bot)
              setAdding(false)
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button
            denied={mayCreate ? undefined : text('settings.bots.denied')}
            onClick={() => setAdding(true)}
          >
            {text('settings.bots.add')}
          </Button>
        )}
      </SettingGroup>
      <TokensGroup />
      <OwnKey />
    </>
  )
}

/** Shows the URL of a new incoming webhook bot. */
function NewWebhook({ bot, onDone }: { bot: CreatedBot; onDone: () => void }) {
  const text = useText()
  return (
    <section className={`${lists.card} ${lists.form}`} aria-label={bot.fullName}>
      <p>{text('settings.webhook.created', { name: bot.fullName })}</p>
      <WebhookUrl botId={bot.userId} apiKey={bot.apiKey} />
      <Button onClick={onDone}>{text('common.done')}</Button>
    </section>
  )
}

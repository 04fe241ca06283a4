import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/Field.tsx'
import { memoized } from '../../lib/memoized.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { AskPassword } from '../settings/Secret.tsx'
import { incomingWebhook, WebhookUrl } from '../settings/WebhookUrl.tsx'
import styles from './Organization.module.css'

const webhookBots = memoized(
  (org) => [org.realm_bots],
  ({ realm_bots: bots = [] }) => bots.filter((bot) => bot.bot_type === incomingWebhook && bot.is_active),
)

/** Chooses the bot of an integration, and shows its webhook URL. */
export function IntegrationUrl({ integration }: { integration: string }) {
  const text = useText()
  const bots = useOrg(webhookBots)
  const [chosen, setChosen] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isKnown, setKnown] = useState(false)
  const bot = bots.find((one) => String(one.user_id) === chosen) ?? bots[0]
  if (bot === undefined) {
    return (
      <p className={styles.integration}>
        {text('organization.integrations.noBot')}{' '}
        <a className={lists.plainLink} href={addressOf({ kind: 'settings', section: 'bots' })}>
          {text('settings.bots.add')}
        </a>
      </p>
    )
  }
  return (
    <div className={styles.integration}>
      <SelectField
        label={text('organization.integrations.bot')}
        value={String(bot.user_id)}
        options={bots.map((one) => ({ value: String(one.user_id), label: one.full_name }))}
        onChange={setChosen}
      />
      {isKnown ? (
        <WebhookUrl key={bot.user_id} botId={bot.user_id} apiKey={bot.api_key} integration={integration} />
      ) : (
        <Button onClick={() => setAsking(true)}>{text('settings.webhook.show')}</Button>
      )}
      {isAsking && <AskPassword onKnown={() => setKnown(true)} onClose={() => setAsking(false)} />}
    </div>
  )
}

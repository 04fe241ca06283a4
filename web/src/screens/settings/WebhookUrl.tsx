import { useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { createWebhookToken } from '../../settings/tokens.ts'
import { webhookUrl } from '../../settings/webhook-url.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import { useSaving } from '../forms/saving.ts'

/** Bot type: incoming webhook. */
export const incomingWebhook = 2

interface Props {
  /** The incoming webhook bot that posts. */
  botId: number
  /** Its key, for messages to its owner. */
  apiKey: string
  /** Name of the integration; if undefined, the reader chooses. */
  integration?: string
}

/** Shows the webhook URL to enter in another service. The URL for a channel has a token that can only post there. */
export function WebhookUrl({ botId, apiKey, integration }: Props) {
  const text = useText()
  const site = useOrg((org) => org.realm_url ?? '')
  const integrations = useOrg((org) => org.realm_incoming_webhook_bots)
  const channels = useChannels().filter((one) => !one.is_archived)
  const [chosen, setChosen] = useState(integration ?? 'json')
  const [channel, setChannel] = useState('')
  const [token, setToken] = useState<string>()
  const { phase, problem, run } = useSaving(async () => {
    const { reply, problem } = await createWebhookToken(botId, chosen, Number(channel))
    setToken(reply?.token)
    return problem
  })
  const key = channel === '' ? apiKey : token
  return (
    <>
      {integration === undefined && (
        <SelectField
          label={text('settings.webhook.integration')}
          value={chosen}
          options={(integrations ?? []).map((one) => ({ value: one.name, label: one.display_name }))}
          onChange={setChosen}
        />
      )}
      <SelectField
        label={text('settings.webhook.channel')}
        value={channel}
        problem={problem}
        options={[
          { value: '', label: text('settings.webhook.direct') },
          ...channels.map((one) => ({ value: String(one.stream_id), label: one.name })),
        ]}
        onChange={(next) => {
          setChannel(next)
          setToken(undefined)
        }}
      />
      {key === undefined ? (
        <Button busy={phase === 'saving'} onClick={() => void run(undefined)}>
          {text('settings.webhook.create')}
        </Button>
      ) : (
        <CopyField
          label={text('settings.webhook.url')}
          hint={text(channel === '' ? 'settings.webhook.secret' : 'settings.webhook.once')}
          value={webhookUrl({ site, integration: chosen, apiKey: key })}
        />
      )}
    </>
  )
}

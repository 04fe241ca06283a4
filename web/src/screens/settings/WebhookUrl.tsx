import { useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { SelectField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { webhookUrl } from '../../settings/webhook-url.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'

/** Bot type: incoming webhook. */
export const incomingWebhook = 2

interface Props {
  /** Key of the incoming webhook bot that posts. */
  apiKey: string
  /** Name of the integration; if undefined, the reader chooses. */
  integration?: string
}

/** Shows the webhook URL to enter in another service. */
export function WebhookUrl({ apiKey, integration }: Props) {
  const text = useText()
  const site = useOrg((org) => org.realm_url ?? '')
  const integrations = useOrg((org) => org.realm_incoming_webhook_bots)
  const channels = useChannels().filter((one) => !one.is_archived)
  const [chosen, setChosen] = useState(integration ?? 'json')
  const [channel, setChannel] = useState('')
  const url = webhookUrl({
    site,
    integration: chosen,
    apiKey,
    channelId: channel === '' ? undefined : Number(channel),
  })
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
        options={[
          { value: '', label: text('settings.webhook.direct') },
          ...channels.map((one) => ({ value: String(one.stream_id), label: one.name })),
        ]}
        onChange={setChannel}
      />
      <CopyField label={text('settings.webhook.url')} hint={text('settings.webhook.secret')} value={url} />
    </>
  )
}

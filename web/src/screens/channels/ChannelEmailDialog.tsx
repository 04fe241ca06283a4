import { useState } from 'react'
import {
  type AddressOptions,
  addressWithOptions,
  replaceChannelAddress,
  useChannelAddress,
} from '../../channels/channel-email.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, SwitchField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { copyText } from '../../shell/copy-text.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import styles from './ChannelEmailDialog.module.css'

interface Props {
  channelId: number
  name: string
  onClose: () => void
}

const optionNames = ['showSender', 'includeQuotes', 'preferHtml'] as const

/** The user's email address of a channel with its options. */
export function ChannelEmailDialog({ channelId, name, onClose }: Props) {
  const text = useText()
  const ownId = useOrg((org) => org.user_id ?? 0)
  const ownName = useOrg((org) => org.full_name ?? '')
  const [options, setOptions] = useState<AddressOptions>({
    showSender: true,
    includeQuotes: false,
    preferHtml: false,
  })
  const [isOwn, setOwn] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const senderId = isOwn ? ownId : undefined
  const address = useChannelAddress(channelId, senderId)
  return (
    <Dialog title={text('channels.email.title', { name })} size="small" onClose={onClose}>
      <div className={styles.parts}>
        <Loaded resource={address}>
          {(email) => <Address address={addressWithOptions(email, options)} />}
        </Loaded>
        <p className={lists.soft}>{text('channels.email.secret')}</p>
        <SelectField
          label={text('channels.email.sender')}
          value={isOwn ? 'own' : 'gateway'}
          options={[
            { value: 'gateway', label: text('channels.email.sender.gateway') },
            { value: 'own', label: text('channels.email.sender.you', { name: ownName }) },
          ]}
          onChange={(value) => setOwn(value === 'own')}
        />
        {optionNames.map((option) => (
          <SwitchField
            key={option}
            label={text(`channels.email.${option}`)}
            hint={text(`channels.email.${option}.effect`)}
            checked={options[option]}
            onChange={(isOn) => setOptions({ ...options, [option]: isOn })}
          />
        ))}
        <Button kind="danger" onClick={() => setReplacing(true)}>
          {text('channels.email.replace')}
        </Button>
      </div>
      {isReplacing && (
        <Confirm
          title={text('channels.email.replaceTitle')}
          body={text('channels.email.replaceBody')}
          action={text('channels.email.replace')}
          onConfirm={async () => {
            const problem = await replaceChannelAddress(channelId, senderId)
            if (problem === undefined) showToast('channels.email.replaced')
            else showProblemToast(problem)
          }}
          onClose={() => setReplacing(false)}
        />
      )}
    </Dialog>
  )
}

function Address({ address }: { address: string }) {
  const text = useText()
  return (
    <div className={lists.secret}>
      <code>{address}</code>
      <Button size="small" kind="primary" onClick={() => void copyText(address)}>
        {text('common.copy')}
      </Button>
    </div>
  )
}

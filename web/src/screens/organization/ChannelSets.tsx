import type { DefaultChannelGroupObject } from '@loquat/contract'
import { PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { removeChannelSet } from '../../channels/channel-sets.ts'
import { channelsById } from '../../channels/channels.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { ChannelSetDialog } from './ChannelSetDialog.tsx'
import { useOrgDenied } from './use-org-denied.ts'

/** Channel sets: channels that invitations and new users can take together. */
export function ChannelSets() {
  const text = useText()
  const denied = useOrgDenied(false)
  const groups = useOrg((org) => org.realm_default_stream_groups)
  const channels = useOrg(channelsById)
  const [editing, setEditing] = useState<DefaultChannelGroupObject | 'new'>()
  return (
    <SettingGroup title={text('organization.sets')} note={text('organization.sets.effect')}>
      <ul className={lists.list}>
        {(groups ?? []).map((group) => (
          <li key={group.id} className={lists.row}>
            <span className={lists.main}>
              <bdi className={lists.name}>{group.name}</bdi>
              <div className={lists.soft} dir="auto">
                {group.description}
              </div>
              <div className={lists.soft} dir="auto">
                {group.streams.map((id) => `#${channels.get(id)?.name ?? '?'}`).join(', ')}
              </div>
            </span>
            <span className={lists.actions}>
              <IconButton
                label={text('organization.sets.edit', { name: group.name })}
                icon={<PenLine size={16} />}
                denied={denied}
                onClick={() => setEditing(group)}
              />
              <IconButton
                label={text('organization.removeOne', { name: group.name })}
                icon={<Trash2 size={16} />}
                denied={denied}
                onClick={async () => showProblemToast(await removeChannelSet(group.id))}
              />
            </span>
          </li>
        ))}
      </ul>
      {groups?.length === 0 && <p className={lists.nothing}>{text('organization.sets.none')}</p>}
      <Button denied={denied} onClick={() => setEditing('new')}>
        {text('organization.sets.new')}
      </Button>
      {editing !== undefined && (
        <ChannelSetDialog
          group={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </SettingGroup>
  )
}

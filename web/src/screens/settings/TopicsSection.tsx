import { visibility } from '@loquat/contract/light'
import { useMemo, useState } from 'react'
import { ArchivedMark } from '../../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { channelsById } from '../../channels/channels.ts'
import { setTopicPolicy } from '../../channels/topic-actions.ts'
import { foldText } from '../../lib/fold-text.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { OwnRows } from './OwnRows.tsx'

type Policy = (typeof visibility)[keyof typeof visibility]
const policies = [
  ['followed', visibility.followed],
  ['unmuted', visibility.unmuted],
  ['muted', visibility.muted],
  ['inherit', visibility.inherit],
] as const

/** Automatic following of topics, and all topics with their own policy. */
export function TopicsSection() {
  const text = useText()
  const topics = useOrg((org) => org.user_topics)
  const channels = useOrg(channelsById)
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const wanted = foldText(filter.trim())
    return (topics ?? [])
      .filter(({ stream_id: id, topic_name: topic }) =>
        foldText(`${channels.get(id)?.name} ${topic}`).includes(wanted),
      )
      .sort((a, b) => b.last_updated - a.last_updated)
  }, [topics, channels, filter])
  return (
    <>
      <OwnRows section="topics" />
      <SettingGroup title={text('settings.ownTopics')}>
        <div className={lists.bar}>
          <FilterField label={text('settings.ownTopics.filter')} value={filter} onChange={setFilter} />
        </div>
        <ul className={lists.list}>
          {shown.map(({ stream_id: channelId, topic_name: topic, visibility_policy: policy }) => (
            <li key={`${channelId} ${topic}`} className={lists.row}>
              <ChannelGlyph channelId={channelId} />
              <span className={lists.main}>
                <a href={addressOf({ kind: 'topic', channelId, topic })} dir="auto">
                  {topic}
                </a>
                <div className={lists.soft} dir="auto">
                  {channels.get(channelId)?.name} <ArchivedMark channelId={channelId} />
                </div>
              </span>
              <span className={lists.actions}>
                <select
                  aria-label={text('settings.ownTopics.policy', { topic })}
                  value={policy}
                  onChange={({ target }) =>
                    void setTopicPolicy(channelId, topic, Number(target.value) as Policy)
                  }
                >
                  {policies.map(([name, value]) => (
                    <option key={name} value={value}>
                      {text(`settings.policy.${name}`)}
                    </option>
                  ))}
                </select>
              </span>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className={lists.nothing}>{text('settings.ownTopics.none')}</p>}
      </SettingGroup>
    </>
  )
}

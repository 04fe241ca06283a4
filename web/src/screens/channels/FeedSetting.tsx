import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'

const ChannelFeeds = lazy(() => import('./ChannelFeeds.tsx').then((one) => ({ default: one.ChannelFeeds })))

/** Opens the RSS and Atom feeds of the channel. */
export function FeedSetting({ channelId }: { channelId: number }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingGroup title={text('channels.feeds')} note={text('channels.feeds.effect')}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text(isOpen ? 'settings.feeds.hide' : 'settings.feeds.show')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChannelFeeds channelId={channelId} />
        </Suspense>
      )}
    </SettingGroup>
  )
}

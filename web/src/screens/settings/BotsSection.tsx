import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { memoised } from '../../state/memoised.ts'
import { mayCreateBots } from '../../state/rights.ts'
import { useOrg } from '../../state/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { BotRow } from './BotRow.tsx'
import { NewBot } from './NewBot.tsx'
import { OwnKey } from './OwnKey.tsx'

const ownBots = memoised(
  (org) => [org.realm_bots, org.user_id],
  ({ realm_bots: bots = [], user_id: me }) => bots.filter((bot) => bot.owner_id === me && bot.is_active),
)

/** Programs that act in the reader's name or under a name of their own. */
export function BotsSection() {
  const text = useText()
  const bots = useOrg(ownBots)
  const mayCreate = useOrg(mayCreateBots)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <SettingGroup title={text('settings.bots.own')} note={text('settings.bots.effect')}>
        <ul className={lists.list}>
          {bots.map((bot) => (
            <BotRow key={bot.user_id} bot={bot} />
          ))}
        </ul>
        {bots.length === 0 && <p className={lists.nothing}>{text('settings.bots.none')}</p>}
        {isAdding ? (
          <NewBot onDone={() => setAdding(false)} />
        ) : (
          <Button
            denied={mayCreate ? undefined : text('settings.bots.denied')}
            onClick={() => setAdding(true)}
          >
            {text('settings.bots.add')}
          </Button>
        )}
      </SettingGroup>
      <OwnKey />
    </>
  )
}

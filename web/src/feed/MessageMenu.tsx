import type { FetchedMessage } from '@loquat/contract'
import { Fragment } from 'react'
import { MenuItem, MenuLine } from '../components/Menu.tsx'
import type { FeedView } from '../navigation/narrow.ts'
import { useMessageActions } from './use-message-actions.tsx'

/** What can be done with a message, besides what lies over its corner. */
export function MessageMenu({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const groups = useMessageActions(message, view)
  return groups.map((actions, at) => (
    <Fragment key={at}>
      {at > 0 && actions.length > 0 && <MenuLine />}
      {actions.map(({ id, icon, label, keys, denied, isDangerous, run }) => (
        <MenuItem
          key={id}
          icon={icon}
          keys={keys}
          denied={denied}
          danger={isDangerous === true}
          onSelect={run}
        >
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ))
}

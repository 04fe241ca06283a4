import { Confirm } from '../components/Confirm.tsx'
import { cancelLogOut, logOut, useLogOutQuestion } from '../session/log-out.ts'
import { useText } from '../texts/texts.tsx'

/** Confirms logging out if unsent messages would be lost. */
export function LogOutConfirmation() {
  const text = useText()
  const unsent = useLogOutQuestion((state) => state.unsent)
  if (unsent === undefined) return null
  return (
    <Confirm
      title={text('entering.unsentTitle', { count: unsent })}
      body={text('entering.unsentBody', { count: unsent })}
      action={text('menu.logOut')}
      onConfirm={() => void logOut({ evenUnsent: true })}
      onClose={cancelLogOut}
    />
  )
}

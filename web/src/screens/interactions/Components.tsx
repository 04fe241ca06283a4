import type { Component, FetchedMessage } from '@loquat/contract'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { componentsOf } from '../../interactions/components-of.ts'
import { type ComponentUse, sendInteraction } from '../../interactions/send-interaction.ts'
import { useIsMember } from '../../session/member.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FormDialog } from './FormDialog.tsx'
import styles from './Interactions.module.css'
import { OptionMenu } from './OptionMenu.tsx'

/** A component that was used, before its question or form is answered. */
interface Started {
  component: Component
  value?: string
  isConfirmed: boolean
}

/** The buttons and menus of a bot's message. */
export function Components({ message }: { message: FetchedMessage }) {
  const text = useText()
  const { id, sender_id, submessages } = message
  const components = useMemo(() => componentsOf({ sender_id, submessages }), [sender_id, submessages])
  const isMember = useIsMember()
  const [busy, setBusy] = useState<string>()
  const [started, setStarted] = useState<Started>()
  const box = useRef<HTMLFieldSetElement>(null)
  if (components.length === 0) return null

  const send = async (use: Omit<ComponentUse, 'messageId'>) => {
    setBusy(use.componentId)
    const problem = await sendInteraction({ messageId: id, ...use })
    setBusy(undefined)
    return problem
  }
  /** Asks the question, shows the form, and sends, in this order. */
  const proceed = (next: Started) => {
    const { component, value, isConfirmed } = next
    const hasForm = component.type === 'button' && component.form !== undefined
    if ((component.confirm !== undefined && !isConfirmed) || hasForm) {
      setStarted(next)
      return
    }
    setStarted(undefined)
    void send({ componentId: component.id, ...(value === undefined ? {} : { value }) }).then(showProblemToast)
  }
  const close = () => setStarted(undefined)
  const denied = (component: Component) =>
    !isMember
      ? text('entering.logInFirst')
      : component.disabled === true
        ? text('interactions.disabled')
        : undefined
  const { component, isConfirmed } = started ?? {}
  const form = component?.type === 'button' ? component.form : undefined
  /** The component gets the focus back from its dialog. */
  const focusAfter = () =>
    box.current?.querySelector<HTMLElement>(`[data-component="${component?.id}"]`) ?? null
  return (
    <fieldset ref={box} className={styles.components} aria-label={text('interactions.actions')}>
      {components.map((one) =>
        one.type === 'button' ? (
          <Button
            key={one.id}
            data-component={one.id}
            kind={one.style === 'primary' || one.style === 'danger' ? one.style : 'neutral'}
            size="small"
            busy={busy === one.id}
            denied={denied(one)}
            onClick={() => proceed({ component: one, isConfirmed: false })}
          >
            <bdi>{one.label}</bdi>
          </Button>
        ) : (
          <OptionMenu
            key={one.id}
            menu={one}
            isBusy={busy === one.id}
            denied={denied(one)}
            onChoose={(value) => proceed({ component: one, value, isConfirmed: false })}
          />
        ),
      )}
      {started !== undefined && component?.confirm !== undefined && isConfirmed === false ? (
        <ConfirmDialog
          confirm={component.confirm}
          isDangerous={component.type === 'button' && component.style === 'danger'}
          focusAfter={focusAfter}
          onConfirm={() => proceed({ ...started, isConfirmed: true })}
          onClose={close}
        />
      ) : (
        component !== undefined &&
        form !== undefined && (
          <FormDialog
            form={form}
            focusAfter={focusAfter}
            onSubmit={(fields) => send({ componentId: component.id, fields })}
            onClose={close}
          />
        )
      )}
    </fieldset>
  )
}

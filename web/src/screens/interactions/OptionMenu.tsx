import type { Component } from '@loquat/contract'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'

interface Props {
  menu: Component & { type: 'select' }
  isBusy: boolean
  denied: string | undefined
  onChoose: (value: string) => void
}

/** A menu of a bot's message. Not a `select`, which some browsers change at once when an arrow key is pressed. */
export function OptionMenu({ menu, isBusy, denied, onChoose }: Props) {
  const chosen = menu.options.find((option) => option.value === menu.selected)
  const button = (
    <Button size="small" data-component={menu.id} busy={isBusy} denied={denied} aria-label={menu.label}>
      <bdi>{chosen?.label ?? menu.label}</bdi>
      <ChevronDown size={14} aria-hidden="true" />
    </Button>
  )
  if (denied !== undefined) return button
  return (
    <Menu trigger={button} label={menu.label} align="start">
      {menu.options.map((option) => (
        <MenuItem key={option.value} onSelect={() => onChoose(option.value)}>
          <bdi>{option.label}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

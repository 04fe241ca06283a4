import type { KeyboardEvent, RefObject } from 'react'
import { moveFolder, toggleFolder } from '../folders/folder-actions.ts'
import { moveChannelByKey } from '../folders/move-channel.ts'
import { editSavedSearch } from './SavedSearchRow.tsx'
import { toggleChannel, toggleSection } from './sidebar.ts'
import { parentOf, type SidebarRow } from './sidebar-rows.ts'

/** Estimated heights in pixels, before rows are measured. */
export const rowHeights: Record<SidebarRow['kind'], number> = {
  view: 31,
  heading: 40,
  folder: 40,
  search: 31,
  dm: 31,
  channel: 31,
  lost: 28,
  topic: 28,
  more: 24,
  'all-topics': 24,
}

/** Keys of the sidebar as a tree: arrows move, open and close; Home, End and Page keys jump. */
export function treeKeys(
  rows: readonly SidebarRow[],
  scroller: RefObject<HTMLDivElement | null>,
  focus: (index: number) => void,
) {
  return (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey) return
    const here = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index
    const at = Number(here)
    const row = rows[at]
    if (here === undefined || row === undefined) return
    if (event.altKey) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
      if (step === undefined || !moveByKey(row, step)) return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const isOpen = 'isOpen' in row ? row.isOpen : undefined
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeights.channel) - 1)
    const isForward = event.key === (isMirrored() ? 'ArrowLeft' : 'ArrowRight')
    const isBackward = event.key === (isMirrored() ? 'ArrowRight' : 'ArrowLeft')
    if (isForward && isOpen === false) toggle(row)
    else if (isForward) focus(at + 1)
    else if (isBackward && isOpen === true) toggle(row)
    else if (isBackward) focus(parentOf(rows, at))
    else {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
      if (step !== undefined) focus(at + step)
      else if (event.key === 'Home') focus(0)
      else if (event.key === 'End') focus(rows.length - 1)
      else if (event.key === 'F2' && row.kind === 'search') editSavedSearch(row.id)
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  }
}

const isMirrored = () => document.documentElement.dir === 'rtl'

function toggle(row: SidebarRow): void {
  if (row.kind === 'heading') toggleSection(row.section)
  else if (row.kind === 'folder') toggleFolder(row.folderId)
  else if (row.kind === 'channel') toggleChannel(row.channel.stream_id)
}

/** Moves a folder in the order, or a channel to the next folder. Returns whether the row can be moved. */
function moveByKey(row: SidebarRow, step: 1 | -1): boolean {
  if (row.kind === 'folder') moveFolder(row.folderId, step)
  else if (row.kind === 'channel') moveChannelByKey(row.channel, step)
  else return false
  return true
}

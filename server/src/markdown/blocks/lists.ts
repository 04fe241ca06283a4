import { deeper, type Scope } from '../session.ts'
import { block, type Element, isBlock, isElement, type Node } from '../tree.ts'

/**
 * How lines become children of an element. `tight`: text goes directly into the item; `detabbed`: lines indented
 * under an item have lost their indentation, and must not be taken for another item's.
 */
export type Mode = 'free' | 'tight' | 'detabbed'
export type Parse = (lines: readonly string[], parent: Element, scope: Scope, mode: Mode) => void

const step = 2

type List = Element & { tag: 'ol' | 'ul' }

interface Kind {
  tag: 'ol' | 'ul'
  item: RegExp
}

const ordered: Kind = { tag: 'ol', item: /^ ?(\d+)\. +(.*)$/ }
const bulleted: Kind = { tag: 'ul', item: /^ ?([*+-]) +(.*)$/ }
const nestedItem = /^ {2,3}(?:\d+\.|[*+-]) /

export const listKindOf = (line: string): Kind | undefined =>
  ordered.item.test(line) ? ordered : bulleted.item.test(line) ? bulleted : undefined

/** Adds a block that begins with an item: to the open list, or as a new list. */
export function addList(kind: Kind, lines: readonly string[], parent: Element, scope: Scope, parse: Parse) {
  const inner = deeper(scope)
  const items = itemsOf(kind, lines)
  const open = lastBlock(parent)
  let list: Element
  if (isElement(open) && open.tag === kind.tag) {
    // Items separated by a blank line are loose.
    list = open
    loosen(lastItem(list))
    parse(items.shift()?.lines ?? [], addItem(list), inner, 'free')
  } else if (isList(parent)) {
    list = parent
  } else {
    const [, first = '1'] = kind.item.exec(lines[0] ?? '') ?? []
    const start = kind.tag === 'ol' ? first.replace(/^0+(?=\d)/, '') : '1'
    list = block(kind.tag, [], start === '1' ? undefined : { start })
    parent.children.push(list)
  }
  for (const { nested, lines } of items) {
    parse(lines, (nested && lastItem(list)) || addItem(list), inner, 'tight')
  }
}

function itemsOf(kind: Kind, lines: readonly string[]): { nested: boolean; lines: string[] }[] {
  const items: { nested: boolean; lines: string[] }[] = []
  for (const line of lines) {
    const own = kind.item.exec(line)
    const last = items.at(-1)
    if (own !== null) items.push({ nested: false, lines: [own[2] ?? ''] })
    else if (nestedItem.test(line) && last?.nested === false) items.push({ nested: true, lines: [line] })
    else last?.lines.push(line)
  }
  return items
}

/** Whether a block that begins with this line belongs to an item above it. */
export function continuesItem(line: string, parent: Element, mode: Mode): boolean {
  if (mode === 'detabbed' || !line.startsWith('  ')) return false
  return parent.tag === 'li' || isList(lastBlock(parent))
}

/** Adds an indented block to the item that its indentation reaches. */
export function continueItem(
  lines: readonly string[],
  parent: Element,
  scope: Scope,
  mode: Mode,
  parse: Parse,
) {
  const wanted = Math.floor((lines[0] ?? '').search(/[^ ]|$/) / step)
  let level = mode === 'tight' ? 1 : 0
  let target = parent
  while (level < wanted) {
    const child = lastBlock(target)
    if (!isElement(child) || !(isList(child) || child.tag === 'li')) break
    if (isList(child)) level++
    target = child
  }
  const indent = ' '.repeat(step * level)
  const shifted = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))

  if (parent.tag === 'li') {
    const list = lastBlock(parent)
    target = isList(list) ? list : parent
  } else if (isList(target)) {
    const item = lastItem(target)
    if (item !== undefined) loosenText(item)
    target = item ?? addItem(target)
  }
  parse(shifted, target, deeper(scope), 'detabbed')
}

export const lastBlock = (parent: Element) => parent.children.findLast(isBlock)

const isList = (node: Node | undefined): node is List =>
  isElement(node) && (node.tag === 'ul' || node.tag === 'ol')

function lastItem(list: Element): Element | undefined {
  const item = list.children.at(-1)
  return isElement(item) ? item : undefined
}

function addItem(list: Element): Element {
  const item = block('li')
  list.children.push(item)
  return item
}

function loosen(item: Element | undefined): void {
  if (item === undefined) return
  loosenText(item)
  const after = item.children.findLastIndex(isBlock) + 1
  const text = item.children.splice(after)
  if (text.length > 0) item.children.push(block('p', text))
}

/** Wraps the leading text of an item in a paragraph. */
function loosenText(item: Element): void {
  const first = item.children.findIndex(isBlock)
  const text = item.children.splice(0, first < 0 ? item.children.length : first)
  if (text.length > 0) item.children.unshift(block('p', text))
}

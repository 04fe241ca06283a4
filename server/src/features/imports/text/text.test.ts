import { describe, expect, it } from 'vitest'
import { cleanText } from './clean.ts'
import { codeOfShortName, emojiMarkdown, withoutTone } from './emoji.ts'
import {
  channelName,
  emojiName,
  fullName,
  groupName,
  subdomainOf,
  topicName,
  uniqueChannelNames,
} from './names.ts'
import { DialectConverter } from './own-dialect.ts'
import { joinText, splitMessage } from './text.ts'
import { plainWords, threadTitle } from './thread-title.ts'

describe('names of an archive', () => {
  it('are cut, and repeated ones are numbered within the maximum length', () => {
    const names = uniqueChannelNames()
    const long = 'x'.repeat(70)
    expect(names.take(channelName(long))).toBe('x'.repeat(60))
    expect(names.take(channelName(long))).toBe(`${'x'.repeat(56)} (2)`)
    expect(names.take('General')).toBe('General')
    expect(names.take('general')).toBe('general (2)')
    expect(channelName(' \n ')).toBe('channel')
  })

  it('lose characters that have a meaning here', () => {
    expect(fullName('Ada *the* "best" <ada@x>')).toBe('Ada _the_ _best_ <ada_x_')
    expect(fullName('A', 'ada')).toBe('A ada')
    expect(fullName('', '')).toBe('__')
    expect(groupName('@role:web')).toBe('web')
    expect(emojiName('Party Parrot!')).toBe('party_parrot')
    expect(emojiName('..')).toBeUndefined()
    expect(topicName('a\u0007b\nc')).toBe('a b c')
    expect(topicName('t'.repeat(61))).toBe(`${'t'.repeat(59)}…`)
    expect(subdomainOf('Café Lumière & Co.')).toBe('cafe-lumiere-co')
    expect(cleanText('a\0b\ud800c')).toBe('abc')
  })
})

describe('a long text', () => {
  it('is split at line ends, and counted in code points', () => {
    expect(splitMessage('aa\nbb\ncc', 5)).toEqual(['aa\nbb', 'cc'])
    expect(splitMessage('🍐'.repeat(7), 5)).toEqual(['🍐'.repeat(5), '🍐'.repeat(2)])
    expect(splitMessage('short', 5)).toEqual(['short'])
  })
})

describe('the topic of a thread', () => {
  it('has the date and the plain words of the root', () => {
    const text = joinText(
      '**Who** moves the [old plan](https://x.example/a_(b)), ',
      { kind: 'mention', user: 'U1', fallback: '@ann' },
      '?\n```js\ncode\n```\n> `quoted` #**general>topic**',
    )
    const words = plainWords(text, () => 'Ann')
    expect(words).toBe('Who moves the old plan, Ann? code quoted general')
    expect(threadTitle(1_709_283_600_000_200, words)).toBe(
      '2024-03-01 Who moves the old plan, Ann? code quoted general',
    )
    expect(threadTitle(0, '')).toBe('1970-01-01 thread')
    expect(Array.from(threadTitle(0, 'y'.repeat(80)))).toHaveLength(60)
  })
})

describe('emoji names of other products', () => {
  it('become our names by their code', () => {
    expect(emojiMarkdown(codeOfShortName('smile') ?? '')).not.toBe(':smile:')
    expect(codeOfShortName('tada')).toBe('1f389')
    expect(emojiMarkdown('1f389')).toBe(':tada:')
    expect(codeOfShortName('wave::skin-tone-6')).toBe('1f44b-1f3ff')
    expect(codeOfShortName('wave_medium_light_skin_tone')).toBe('1f44b-1f3fc')
    expect(withoutTone('1f44b-1f3ff')).toBe('1f44b')
    expect(emojiMarkdown('1f44b-1f3ff')).toBe('👋🏿')
    expect(codeOfShortName('no_such_emoji')).toBeUndefined()
  })
})

describe('A name of an emoji on another server', () => {
  it('is replaced by ours for its code, outside of code', () => {
    const noNames = { users: [], channels: [], groups: [], emoji: [], isOldHost: () => false }
    const texts = new DialectConverter({ ...noNames, emojiCodes: new Map([['dog', '1f436']]) })
    expect(texts.convert('a :dog: `:dog:` :pear:').join('')).toBe(
      `a ${emojiMarkdown('1f436')} \`:dog:\` :pear:`,
    )
    expect(emojiMarkdown('1f436')).not.toBe(':dog:')
  })
})

import type { User } from '../../../directory/directory.ts'
import { cleanText } from '../text/clean.ts'
import type { DialectConverter } from '../text/own-dialect.ts'
import type { ImportText } from '../text/text.ts'
import {
  isMessageReference,
  type LinkedMessage,
  type ReferenceContext,
  resolveMessages,
  resolveText,
} from '../write/references.ts'
import { converterOf, type FollowContext, referencesOf } from './context.ts'
import { followFiles } from './files.ts'
import { linkTargets } from './follow-store.ts'

/** Converts the texts of one batch of messages. */
export class TextConversion {
  readonly #context: FollowContext
  readonly #converter: DialectConverter
  readonly #references: ReferenceContext

  constructor(context: FollowContext) {
    this.#context = context
    this.#converter = converterOf(context)
    this.#references = referencesOf(context)
  }

  /** Old IDs of the messages that a text links to. */
  linksIn(content: string): string[] {
    return this.#parsed(content).flatMap((part) => (isMessageReference(part) ? part.message : []))
  }

  async convert(content: string, sender: User): Promise<string> {
    const text = this.#parsed(content)
    const files = await followFiles(this.#context, sender, text)
    const resolved = resolveText(this.#references, text, files)
    return resolveMessages(this.#references, resolved, await this.#targets(resolved))
  }

  #parsed(content: string): ImportText {
    return this.#converter.convert(cleanText(content))
  }

  async #targets(text: ImportText): Promise<Map<string, LinkedMessage>> {
    const ids = text.flatMap((part) => (isMessageReference(part) ? part.message : []))
    const { app, realm } = this.#context
    const found = await linkTargets(app.database.db, realm.id, ids)
    return new Map(found.map(({ source_id, ...message }) => [source_id, message]))
  }
}

import { z } from 'zod'

export interface EventDeclaration<
  Type extends string = string,
  Op extends string | undefined = string | undefined,
  Shape extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly type: Type
  readonly op: Op
  readonly key: KeyOf<Type, Op>
  readonly summary: string
  /** The event as a queue delivers it, including `id`. Undeclared fields are rejected. */
  readonly schema: z.ZodType
  readonly shape: Shape
}

type KeyOf<Type extends string, Op extends string | undefined> = Op extends string ? `${Type}:${Op}` : Type

export function event<const Type extends string, const Shape extends z.ZodRawShape>(
  type: Type,
  op: null,
  summary: string,
  shape: Shape,
): EventDeclaration<Type, undefined, Shape>
export function event<const Type extends string, const Op extends string, const Shape extends z.ZodRawShape>(
  type: Type,
  op: Op,
  summary: string,
  shape: Shape,
): EventDeclaration<Type, Op, Shape>
export function event(
  type: string,
  op: string | null,
  summary: string,
  shape: z.ZodRawShape,
): EventDeclaration {
  const head = { id: z.int(), type: z.literal(type), ...(op === null ? {} : { op: z.literal(op) }) }
  return {
    type,
    op: op ?? undefined,
    key: (op === null ? type : `${type}:${op}`) as EventDeclaration['key'],
    summary,
    schema: z.strictObject({ ...head, ...shape }),
    shape,
  }
}

/** The fields of an event except `id`. */
export type EventBody<D> =
  D extends EventDeclaration<infer Type, infer Op, infer Shape>
    ? { type: Type } & (Op extends string ? { op: Op } : unknown) &
        // An empty object type would forbid `type` as well.
        (keyof Shape extends never ? unknown : z.output<z.ZodObject<Shape>>)
    : never

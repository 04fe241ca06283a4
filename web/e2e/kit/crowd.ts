import type { World } from '@loquat/devkit'
import { createUser } from '@loquat/server/features/administration/accounts/create.ts'

const first = ['Ada', 'Bram', 'Chloe', 'Dario', 'Edda', 'Fritz', 'Gesa', 'Hakon', 'Ines', 'Jonas']
const last = ['Abel', 'Brandt', 'Castell', 'Dorn', 'Ebert', 'Falk', 'Gruber', 'Hagen', 'Imhof', 'Jansen']
const middle = ['', ' Kai', ' Lou']

/** Creates many users with different names, who cannot log in. Returns their IDs. */
export async function createCrowd(world: World, count: number): Promise<number[]> {
  const realm = await world.app.realms.byHost('')
  if (realm === undefined) throw new Error('There is no organization.')
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const fullName = `${first[n % 10]}${middle[Math.floor(n / 100)]} ${last[Math.floor(n / 10) % 10]}`
    const email = `person${n}@example.com`
    ids.push(
      await createUser(realm, {
        email,
        fullName,
        role: 400,
        passwordHash: null,
        channels: [],
        since: new Date(),
      }),
    )
  }
  return ids
}

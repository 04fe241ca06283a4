import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { updatePolicy } from './policy.ts'
import { signOutAs } from './sign-out.ts'

export const signInPolicyRoutes = implement(areas.signInPolicy, {
  getSignInPolicy: async ({ realm, address }) => {
    await realm.follower.catchUp()
    return { sign_in_policy: realm.directory.realm.signInPolicy, address }
  },
  updateSignInPolicy: async (call) => {
    await assertSessionProof(call)
    const { app, realm, user, address, params } = call
    return { sign_in_policy: await updatePolicy(app, realm, user, address, params) }
  },
  signOutUser: async (call) => {
    await assertSessionProof(call)
    return { sessions: await signOutAs(call.realm, call.user.id, call.path.user_id) }
  },
})

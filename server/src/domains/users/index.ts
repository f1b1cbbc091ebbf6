import type { Domain } from '../../platform/domain.ts'
import { avatarRoutes } from './avatar-routes.ts'
import { userRoutes } from './routes.ts'

export { AddressTaken, addUser } from './add-user.ts'
export {
  acceptAgreement,
  findAdmin,
  findFullName,
  findUser,
  findUserByEmail,
  firstListedUsers,
  insertUser,
  type NewUser,
  setPassword,
  toUser,
  withdrawAgreements,
} from './repository.ts'

/** Users of an organisation, their profiles and pictures. */
export const usersDomain: Domain = {
  routes: (app, context) => {
    userRoutes(app, context)
    avatarRoutes(app, context)
  },
}

import type { Domain } from '../../platform/domain.ts'
import { tokenRoutes } from './token-routes.ts'

export { recordOperation } from './operation-audit.ts'
export { addOperator, listOperators, removeOperator } from './operator-service.ts'
export { findNamedToken } from './token-repository.ts'
export { createToken, describeTokens, removeToken } from './token-service.ts'

/** Who operates this installation beside the holder of the operator token: users, and named tokens of tools (ADR 61). */
export const operatorsDomain: Domain = { routes: tokenRoutes }

/** Loads one page; called again after a failure, so it must not remember a rejected import. */
export type PageLoader = () => Promise<{ default: unknown }>

/** The default export of every remote's one exposed module: ids of its manifest's routes → their pages. */
export interface RemoteModule {
  routes: Readonly<Partial<Record<string, PageLoader>>>
}

/** Name under which every remote exposes that module. */
export const exposedModule = './remote'

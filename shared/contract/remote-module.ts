/** Loads one page. Called again after a failure, so a rejected import must not be cached. */
export type PageLoader = () => Promise<{ default: unknown }>

/** The default export of every remote's one exposed module: route ids of its manifest → their pages. */
export interface RemoteModule {
  routes: Readonly<Partial<Record<string, PageLoader>>>
}

/** Name under which every remote exposes that module. */
export const exposedModule = './remote'

import type { BrowserContext, Request } from '@playwright/test';

/** Which requests of the pages have no answer yet, and which of them a deed of the same pages has overtaken. */
export function followRequests() {
  const reading = new Map<Request, { isOvertaken: boolean }>();
  const deeds = new Set<Request>();
  const end = (request: Request) => {
    reading.delete(request);
    deeds.delete(request);
  };
  return {
    watch(context: BrowserContext) {
      context.on('request', (request) => {
        if (request.method() === 'GET') {
          reading.set(request, { isOvertaken: deeds.size > 0 });
          return;
        }
        deeds.add(request);
        for (const each of reading.values()) each.isOvertaken = true;
      });
      context.on('requestfinished', end);
      context.on('requestfailed', end);
    },
    /** Whether something was changed while the request was on its way. */
    isOvertaken: (request: Request) => reading.get(request)?.isOvertaken ?? false,
    count: () => reading.size + deeds.size,
  };
}

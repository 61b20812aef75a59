import { BaseSequencer } from 'vitest/node';

/** @typedef {import('vitest/node').TestSpecification} TestSpecification */

/**
 * The files that take longest, and folders of such, longest first in each project: begun last, one of them would leave all cores but one
 * without work. Vitest itself knows that only where the tests ran before.
 */
export const LONGEST = [
  'packages/server/src/tools/analyse-data.test.ts',
  'packages/server/src/tools/sandbox/sandbox.test.ts',
  'packages/conformance/test/dialects/',
  'packages/server/src/tools/make-image.test.ts',
  'packages/server/src/tools/text/text-of.test.ts',
  'packages/server/test/scenarios.integration.test.ts',
  'packages/server/test/gateway.integration.test.ts',
  'packages/cli/test/check.integration.test.ts',
  'packages/server/test/halted.integration.test.ts',
  'packages/server/test/offline-model.integration.test.ts',
  'packages/server/test/gateway-scenarios.integration.test.ts',
  'packages/cli/test/record.integration.test.ts',
  'packages/server/test/unwritable.integration.test.ts',
  'packages/cli/test/chat.integration.test.ts',
  'packages/server/test/think.integration.test.ts',
  'trials/hostile/wire/wire.integration.test.ts',
  'trials/faults/kill/kill.integration.test.ts',
  'trials/hostile/fuzz/fuzz.integration.test.ts',
  'trials/faults/runs/runs.integration.test.ts',
  'trials/hostile/fuzz/planted.integration.test.ts',
  'trials/hostile/http/http.integration.test.ts',
  'packages/web/test/states.browser.test.ts',
  'packages/web/test/faults.browser.test.ts',
  'packages/web/test/quality.browser.test.ts',
  'packages/web/test/conversation.browser.test.ts',
  'packages/web/test/order.browser.test.ts',
];

/** Projects one after another, in each the longest files first. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}

/** @param {TestSpecification} file */
function rank({ moduleId }) {
  const place = LONGEST.findIndex((path) => moduleId.includes(`/${path}`));
  return place === -1 ? LONGEST.length : place;
}

// Installs Chromium when the machine has none: a process of its own, so that checks and tests run meanwhile.
import { findBrowser } from '#server/testing/browser/find-browser.ts';

findBrowser();

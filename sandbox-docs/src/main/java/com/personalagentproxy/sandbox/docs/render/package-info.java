/**
 * What the build runs to make the pages in {@code docs} into HTML: {@code Rendering} reads and
 * writes, {@code Page} is one page, {@code Proofreading} finds what leads nowhere. It isn't in the
 * jar.
 */
@NullMarked
package com.personalagentproxy.sandbox.docs.render;

import org.jspecify.annotations.NullMarked;
